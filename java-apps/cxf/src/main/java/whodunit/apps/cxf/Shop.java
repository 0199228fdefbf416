// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.cxf;

import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.apache.cxf.jaxrs.lifecycle.SingletonResourceProvider;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import whodunit.apps.Work;

/** Resources and a SOAP service behind CXF's servlet, in Jetty 12. System property: port. */
public final class Shop {
    private Shop() {}

    /** What JAX-RS serves. */
    @Path("/items")
    public static class Items {
        @GET
        @Path("{item}")
        public String item(@PathParam("item") String item) {
            return item + inItem();
        }

        @GET
        @Path("{item}/parts")
        public String parts(@PathParam("item") String item) {
            return item + inParts();
        }

        private static long inItem() {
            return Work.burn();
        }

        private static long inParts() {
            return Work.burn();
        }
    }

    /** What SOAP calls. */
    @WebService(targetNamespace = "urn:orders")
    public static class Orders {
        @WebMethod
        public String buy() {
            return "bought" + inBuy();
        }

        @WebMethod
        public String sell() {
            return "sold" + inSell();
        }

        private static long inBuy() {
            return Work.burn();
        }

        private static long inSell() {
            return Work.burn();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(Integer.getInteger("port"));
        ServletContextHandler application = new ServletContextHandler("/shop");
        CXFNonSpringServlet servlet = new CXFNonSpringServlet();
        ServletHolder holder = new ServletHolder("CXF", servlet);
        holder.setInitOrder(1);
        application.addServlet(holder, "/services/*");
        server.setHandler(application);
        server.start();
        JAXRSServerFactoryBean resources = new JAXRSServerFactoryBean();
        resources.setBus(servlet.getBus());
        resources.setResourceClasses(Items.class);
        resources.setResourceProvider(Items.class, new SingletonResourceProvider(new Items()));
        resources.setAddress("/api");
        resources.create();
        JaxWsServerFactoryBean orders = new JaxWsServerFactoryBean();
        orders.setBus(servlet.getBus());
        orders.setServiceBean(new Orders());
        orders.setAddress("/orders");
        orders.create();
        server.join();
    }
}
